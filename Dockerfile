# The Node that package.json pins for every other machine. Debian: sqlite-vec is built against glibc.
ARG NODE_IMAGE=node:26.10.0-trixie-slim

FROM ${NODE_IMAGE} AS made
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/prune-packages.cjs scripts/node-choice.cjs ./scripts/
# No package of ours needs its install script. The Node that npm brings to other machines (0.2 GB) is here already.
RUN npm ci --omit=dev --ignore-scripts --no-audit \
  && rm -rf node_modules/node-bin-* node_modules/node-darwin-* node_modules/node-linux-* node_modules/node-win-* node_modules/.bin/node \
  && node -e "require('./scripts/prune-packages.cjs').reportPruning('/app/node_modules')"
# What would otherwise be missed only when the first source is indexed, or the first image uploaded.
RUN node -e "const { DatabaseSync } = require('node:sqlite'); require('sqlite-vec').load(new DatabaseSync(':memory:', { allowExtension: true })); require('sharp')"
# The terms of all that is in node_modules, which go wherever it goes.
COPY LICENSE ./
COPY licenses ./licenses
COPY scripts/third-party-notices.ts scripts/build-browser-files.ts scripts/bundle-programs.ts scripts/program-bundle.cjs ./scripts/
RUN node scripts/third-party-notices.ts > THIRD-PARTY-NOTICES && chmod a+r THIRD-PARTY-NOTICES
COPY src ./src
COPY widget ./widget
COPY console ./console
# The image carries what was built for browsers and for a fast start, and not the bundler.
RUN node scripts/build-browser-files.ts && node scripts/bundle-programs.ts && rm -rf widget console node_modules/esbuild node_modules/@esbuild node_modules/marked node_modules/preact node_modules/preact-iso node_modules/@preact
# Whatever the umask was under which they were checked out.
RUN chmod -R a+rX,go-w src dist

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# See scripts/malloc-arenas.cjs.
ENV MALLOC_ARENA_MAX=2
# The code is root's: the service cannot change it, and needs to write nowhere but in DATA_DIR.
WORKDIR /app
COPY LICENSE package.json ./
COPY --from=made /app/THIRD-PARTY-NOTICES ./
COPY --from=made /app/node_modules ./node_modules
COPY --from=made /app/src ./src
COPY --from=made /app/dist ./dist
COPY scripts/launch.cjs scripts/malloc-arenas.cjs scripts/node-choice.cjs scripts/program-bundle.cjs ./scripts/
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process lives. Whether requests are served is /readyz, for whoever shares them out.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz', { signal: AbortSignal.timeout(4000) }).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=90", "scripts/launch.cjs", "src/main.ts"]

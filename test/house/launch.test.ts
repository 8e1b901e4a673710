/** The choice of the Node that runs our programs. An old one is pretended; the others are scripts in the place of programs. */
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const root = new URL('../../', import.meta.url);
const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, root), 'utf8'));
const { scripts, optionalDependencies } = readJson('package.json') as Record<string, Record<string, string>>;
const { PACKAGES } = createRequire(import.meta.url)('../../scripts/node-choice.cjs') as {
  PACKAGES: Readonly<Record<string, string>>;
};
const PACKAGE = PACKAGES[`${process.platform}-${process.arch}`] ?? '';

const OLD = '#!/bin/sh\necho v20.20.2\n';
const NEW = `#!/bin/sh\nexec "${process.execPath}" "$@"\n`;
/** A program whose loader this machine lacks. */
const BROKEN = '#!/nowhere/ld-linux.so\n';
/** The stub that NixOS installs for a missing loader. */
const REFUSED = '#!/bin/sh\necho "Could not start dynamically linked executable" >&2\nexit 127\n';
const TELL = `console.log(JSON.stringify([process.argv.slice(1), process.env.PATH]));
process.exitCode = 7;
process.on('SIGTERM', () => console.log('told'));`;

interface Checkout {
  readonly root: string;
  readonly packaged: string;
  readonly link: string;
  /** The Node that runs npm. */
  readonly callers: string;
}

/** A checkout after npm has installed its packages. @param nodes the programs: the packaged one, and the caller's own */
function checkoutWith(nodes: { packaged?: string; callers?: string }): Checkout {
  const root = temporaryDirectory();
  cpSync(new URL('../../scripts', import.meta.url), join(root, 'scripts'), { recursive: true });
  writeFileSync(join(root, 'tell.mjs'), TELL);
  const old = `const versions = { ...process.versions, node: '20.20.2' };
    Object.defineProperties(process, { versions: { value: versions }, version: { value: 'v20.20.2' } });`;
  writeFileSync(join(root, 'old.cjs'), old);
  const packaged = join(root, 'node_modules', PACKAGE, 'bin', 'node');
  const link = join(root, 'node_modules', '.bin', 'node');
  const callers = join(root, 'callers', 'node');
  for (const path of [packaged, link, callers]) mkdirSync(dirname(path), { recursive: true });
  const { packaged: packagedProgram, callers: callersProgram = OLD } = nodes;
  if (packagedProgram !== undefined) {
    writeFileSync(packaged, packagedProgram);
    chmodSync(packaged, 0o755);
    symlinkSync(packaged, link);
  }
  writeFileSync(callers, callersProgram);
  chmodSync(callers, 0o755);
  return { root, packaged, link, callers };
}

/** Runs this Node in the checkout. @param words the first is a script, or an option of Node */
function run({ root, callers }: Checkout, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { PATH: process.env.PATH, npm_node_execpath: callers },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

const asOld = (checkout: Checkout, ...words: string[]) =>
  run(checkout, '-r', './old.cjs', 'scripts/launch.cjs', 'tell.mjs', ...words);

describe.runIf(process.platform !== 'win32')('A program', () => {
  it('runs on the Node that was called when it is new enough', () => {
    const checkout = checkoutWith({ packaged: NEW });
    const { status, stdout, stderr } = run(checkout, 'scripts/launch.cjs', 'tell.mjs', 'list', '--all');
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([[join(checkout.root, 'tell.mjs'), 'list', '--all'], process.env.PATH]);
  });

  it('is given the options of Node that stand before it', () => {
    const checkout = checkoutWith({});
    writeFileSync(join(checkout.root, 'title.mjs'), 'console.log(process.title)');
    const { stdout } = run(checkout, 'scripts/launch.cjs', '--title=named', 'title.mjs');
    expect(stdout).toBe('named\n');
  });

  it.each([
    ['the one that runs npm', { packaged: BROKEN, callers: NEW }, 'callers'],
    ['the packaged one', { packaged: NEW }, 'packaged'],
  ] as const)('runs on %s when the one that was called is too old, first on the PATH', (_, nodes, expected) => {
    const checkout = checkoutWith(nodes);
    const { status, stdout, stderr } = asOld(checkout, 'list', '--all');
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
    const [words, path] = JSON.parse(stdout);
    expect(words).toEqual([join(checkout.root, 'tell.mjs'), 'list', '--all']);
    expect(path.split(delimiter)[0]).toBe(dirname(checkout[expected]));
  });

  it.runIf(process.platform === 'linux').each([
    ['this Node', []],
    ['another Node', ['-r', './old.cjs']],
  ])(
    'that is the service starts on %s with few arenas of the C library, unless the environment says how many',
    (_, old) => {
      const checkout = checkoutWith({ packaged: NEW });
      mkdirSync(join(checkout.root, 'src'));
      const source = "import { readFileSync } from 'node:fs';\nconst { argv, execArgv } = process;\n";
      const tell =
        "console.log(readFileSync('/proc/self/environ', 'utf8').match(/MALLOC_ARENA_MAX=\\d+/)?.[0], argv.slice(2), execArgv)";
      writeFileSync(join(checkout.root, 'src', 'main.ts'), `${source}${tell}`);
      const words = [...old, '--max-semi-space-size=8', 'scripts/launch.cjs', 'src/main.ts', 'word'];
      const told = (given: string) => `MALLOC_ARENA_MAX=${given} [ 'word' ] [ '--max-semi-space-size=8' ]\n`;
      expect(run(checkout, ...words)).toEqual({ status: 0, stdout: told('2'), stderr: '' });
      const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: '4' };
      const asGiven = spawnSync(process.execPath, words, { cwd: checkout.root, env, encoding: 'utf8' });
      expect(asGiven.stdout).toBe(told('4'));
    },
  );

  it('that is the service keeps the channel of the process that forked it', async () => {
    const checkout = checkoutWith({});
    mkdirSync(join(checkout.root, 'src'));
    writeFileSync(join(checkout.root, 'src', 'main.ts'), "process.send?.('here');");
    const child = fork(join(checkout.root, 'scripts', 'launch.cjs'), ['src/main.ts'], {
      cwd: checkout.root,
      env: { PATH: process.env.PATH },
      execArgv: [],
    });
    expect(await once(child, 'message')).toEqual(['here', undefined]);
    child.kill();
  });

  it('keeps the bounds of its garbage on another Node', () => {
    const checkout = checkoutWith({ packaged: NEW });
    writeFileSync(join(checkout.root, 'options.mjs'), 'console.log(process.execArgv.join())');
    const bounds = (scripts?.start ?? '').split(' ').filter((word) => word.startsWith('--'));
    expect(bounds).toHaveLength(2);
    const { stdout } = run(checkout, '-r', './old.cjs', ...bounds, 'scripts/launch.cjs', 'options.mjs');
    expect(stdout).toBe(`${bounds.join()}\n`);
  });

  it('on another Node gets each signal once, and ends the launcher as it ends', async () => {
    const checkout = checkoutWith({ packaged: NEW });
    const source = `let told = 0;
      process.on('SIGTERM', () => { told += 1; setTimeout(() => { console.log('told', told); process.exit(5); }, 200); });
      setInterval(() => undefined, 1000);
      console.log('ready');`;
    writeFileSync(join(checkout.root, 'wait.mjs'), source);
    const child = spawn(process.execPath, ['-r', './old.cjs', 'scripts/launch.cjs', 'wait.mjs'], {
      cwd: checkout.root,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said === '') child.kill('SIGTERM');
      said += text;
    });
    const [code] = await once(child, 'close');
    expect([code, said]).toEqual([5, 'ready\ntold 1\n']);
  });

  it('on another Node is ended when the launcher is killed, which cannot pass that on', async () => {
    const checkout = checkoutWith({ packaged: NEW });
    const source = `process.on('SIGTERM', () => { console.log('told'); process.exit(); });
      setInterval(() => undefined, 1000);
      console.log('ready');`;
    writeFileSync(join(checkout.root, 'wait.mjs'), source);
    const child = spawn(process.execPath, ['-r', './old.cjs', 'scripts/launch.cjs', 'wait.mjs'], {
      cwd: checkout.root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said === '') child.kill('SIGKILL');
      said += text;
    });
    await once(child, 'close');
    expect(said).toBe('ready\ntold\n');
  });

  it.runIf(process.platform !== 'win32').each([
    ['this Node', []],
    ['another Node', ['-r', './old.cjs']],
  ])("on %s is ended when npm's shell ends without passing its signal on", async (_, options) => {
    const checkout = checkoutWith({ packaged: NEW });
    const source = `process.on('SIGTERM', () => { console.log('told'); process.exit(); });
      setInterval(() => undefined, 1000);
      console.log('ready');`;
    writeFileSync(join(checkout.root, 'wait.mjs'), source);
    const command = [process.execPath, ...options, 'scripts/launch.cjs', 'wait.mjs'];
    // The second command keeps the shell from becoming the program.
    const shell = spawn('sh', ['-c', '"$0" "$@"; exit', ...command], {
      cwd: checkout.root,
      env: { PATH: process.env.PATH, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said === '') shell.kill('SIGKILL');
      said += text;
    });
    await once(shell, 'close');
    expect(said).toBe('ready\ntold\n');
  });

  it.each([
    ['was not installed', {}, 'run "npm ci", which brings one, or install Node 24 or later'],
    ['lacks its loader', { packaged: BROKEN }, `the one that npm brought (${PACKAGE}) does not run on this machine`],
    ['is refused', { packaged: REFUSED }, `the one that npm brought (${PACKAGE}) does not run on this machine`],
  ])('is told in one sentence when the packaged Node %s and no other is new enough', (_, nodes, advice) => {
    const { status, stdout, stderr } = asOld(checkoutWith(nodes));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Chatledger needs Node 24 or later and this is v20\.20\.2: .+\.\n$/);
    expect(stderr).toContain(advice);
  });
});

describe.runIf(process.platform !== 'win32')('After npm ci the packaged Node', () => {
  const decide = (checkout: Checkout) => run(checkout, 'scripts/choose-node.cjs');

  it('stands on the PATH when the one that runs npm is too old', () => {
    const checkout = checkoutWith({ packaged: NEW, callers: OLD });
    expect(decide(checkout)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(checkout.link)).toBe(true);
  });

  it.each([
    ['runs', NEW],
    ['lacks its loader', BROKEN],
    ['is refused', REFUSED],
  ])('leaves the PATH when the one that runs npm is new enough, also when it %s', (_, packaged) => {
    const checkout = checkoutWith({ packaged, callers: NEW });
    expect(decide(checkout)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(checkout.link)).toBe(false);
  });

  it('leaves the PATH when it does not run, and what to do is said', () => {
    const checkout = checkoutWith({ packaged: BROKEN, callers: OLD });
    expect(decide(checkout)).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Chatledger needs/),
    });
    expect(existsSync(checkout.link)).toBe(false);
  });

  it.each(['sh', 'bash'])('leaves the PATH when %s finds it there and cannot run it', (shell) => {
    for (const packaged of [BROKEN, REFUSED]) {
      const checkout = checkoutWith({ packaged, callers: NEW });
      const env = {
        PATH: [dirname(checkout.link), dirname(checkout.callers), '/usr/bin', '/bin'].join(delimiter),
        npm_node_execpath: checkout.callers,
      };
      const { status } = spawnSync(shell, ['-c', scripts?.postinstall ?? ''], { cwd: checkout.root, env });
      expect([status, existsSync(checkout.link)]).toEqual([0, false]);
    }
  });
});

describe('The Nodes that npm brings', () => {
  const names = Object.keys(optionalDependencies ?? {});

  it('are one version, pinned with its integrity, on every platform that has one', () => {
    const { packages } = readJson('package-lock.json');
    expect(names).toHaveLength(5);
    const versions = new Set(Object.values(optionalDependencies ?? {}));
    expect([...versions]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    for (const name of names) {
      const { version, integrity } = packages[`node_modules/${name}`];
      expect({ name, version, integrity }).toEqual({ name, version: [...versions][0], integrity: expect.any(String) });
    }
  });

  it('are known to the launcher by platform', () => {
    const { packages } = readJson('package-lock.json');
    const platforms = names.map((name) => {
      const { os, cpu } = packages[`node_modules/${name}`];
      return [`${os}-${cpu}`, name];
    });
    expect(PACKAGES).toEqual(Object.fromEntries(platforms));
  });

  it('are chosen by the launcher in every script that runs TypeScript', () => {
    const commands = Object.entries(scripts ?? {}).filter(([, command]) => /\.ts\b|vitest/.test(command));
    expect(commands.length).toBeGreaterThan(6);
    for (const [name, command] of commands)
      expect([name, command]).toEqual([name, expect.stringMatching(/^node (?:--[\w-]+=\d+ )*scripts\/launch\.cjs /)]);
  });
});

import type { App } from '../../app-types.ts';
import { HOME_HELMET, type HomePages } from '../../pages/home/home-pages.ts';

/** The page at the server's root, with links to the documentation, and the icon of all pages. */
export async function homeRoutes(app: App, { files }: Pick<HomePages, 'files'>): Promise<void> {
  for (const [path, file] of Object.entries(files)) {
    app.get(path, { exposeHeadRoute: true, helmet: HOME_HELMET }, (request, reply) => file.send(request, reply));
  }
}

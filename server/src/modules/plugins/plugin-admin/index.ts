export { keepEarlierVersions } from './kept-versions.ts';
export { readOverrides } from './overrides.ts';
export { tooLarge } from './receive-package.ts';
export { routes } from './routes.ts';

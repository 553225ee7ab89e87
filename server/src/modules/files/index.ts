export { routes } from './routes.ts';
export { type FileStore, openFileStore } from './store.ts';

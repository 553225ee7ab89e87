export { contentKey, type Files, inOnePiece, openFiles } from './files.ts';
export { openFolderStore } from './folder-store.ts';
export { routes } from './routes.ts';

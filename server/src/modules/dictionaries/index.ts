export { importEntriesKind } from './import.ts';
export { routes } from './routes.ts';

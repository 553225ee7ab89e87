export { watchWarnings } from './watch.ts';

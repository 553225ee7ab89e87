// Looks for causes that need a person, raises warnings and resolves them when the cause is gone.

export { watchWarnings } from './watch.ts';

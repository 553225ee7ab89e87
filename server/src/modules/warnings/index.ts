export { countAssigned, returnWarnings } from './people.ts';
export { newestWarnings } from './query.ts';
export { warningCounts } from './counts.ts';
export { routes } from './routes.ts';

export { dialRobotTasks } from './dial.ts';
export { routes } from './routes.ts';
export { watchAiTasks } from './vendor.ts';
export { moveTask } from './store.ts';
export { moveAiTask } from './ai-store.ts';

export { dialRobotTasks } from './dial.ts';
export { routes } from './routes.ts';
export { watchAiTasks } from './vendor.ts';

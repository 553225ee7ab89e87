// Calling tasks for robots: audience, dialling and results.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { dialRobotTasks } from './dial.ts';
export { watchAiTasks } from './vendor.ts';
export { moveTask } from './store.ts';
export { moveAiTask } from './ai-store.ts';

export const robotTasks = defineModule({
  name: 'robot-tasks',
  routes,
});

/** `@kituo/sdk/robots`: a section's batches of robot calls. */
export { RobotTasksScreen } from './robot-tasks-screen.tsx';
export type { RobotTasksOf } from './robot-tasks-screen.tsx';

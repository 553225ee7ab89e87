/** `@kituo/sdk/robots`: a section's batches of robot calls, and by what they choose whom they call. */
export { RobotTasksScreen } from './robot-tasks-screen.tsx';
export type { RobotTasksOf } from './robot-section.ts';
export { AudienceFields, CaseCount, casesOf, noAudience } from './audience-fields.tsx';
export type { AudienceValues } from './audience-fields.tsx';
export { WHOM } from './robot-fields.ts';

export { createTrackingIntake, type DeadLetter, type TrackingIntake } from './intake.ts';
export { recentPages } from './recent.ts';
export { routes } from './routes.ts';

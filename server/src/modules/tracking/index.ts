export { createTrackingIntake, type TrackingIntake } from './intake.ts';
export { recentPages } from './recent.ts';
export { routes } from './routes.ts';

export { calledBy, callerForPlugin, callerWithin, codesWithin, isolatedPlugin } from './capabilities.ts';
export { registerFrames } from './register.ts';
export { routes } from './routes.ts';

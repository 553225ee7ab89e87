// Addresses that others name: opened only where they lead out of our network.

export { isOurs } from './addresses.ts';
export { NotOutsideError, openOutside } from './open-outside.ts';
export { openWayOut } from './way-out.ts';

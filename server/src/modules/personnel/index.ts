export { loadsOf } from './loads.ts';
export type { Load } from './loads.ts';
export { byFill, lockPersonnel, pickable, pickByItself } from './pickable.ts';
export type { PickablePerson, PickOptions } from './pickable.ts';

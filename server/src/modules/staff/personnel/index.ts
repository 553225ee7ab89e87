// Records of people who work on cases or reviews: shifts, limits, freezing.

export { freezeRecordsOf, previewFreezeOf } from './freeze.ts';
export { loadsOf } from './loads.ts';
export type { Load } from './loads.ts';
export { byFill, lockPersonnel, pickable, autoPick } from './pickable.ts';
export type { PickablePerson, PickOptions } from './pickable.ts';
export { readPersonnel } from './read.ts';
export { ownShift } from './person.ts';
export { personnelSection } from './section.ts';
export { createPersonnelWorks } from './works.ts';
export type { PersonnelWork, PersonnelWorks } from './works.ts';

import { auditorWork } from './modules/auditors/index.ts';
import { collectorWork } from './modules/collections/index.ts';
import { createPersonnelWorks } from './modules/personnel/index.ts';

/** Every kind of work that people have records for. */
export const personnelWorks = createPersonnelWorks([auditorWork, collectorWork]);

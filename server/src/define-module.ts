import type { Implementation } from './http/implement.ts';

/**
 * What a module brings. The modules that gather the other lists add them here by declaration merging: `jobs` stands
 * in platform/jobs, `reveals` in platform/reveal.
 */
export interface Module {
  /** The folder's. */
  readonly name: string;
  readonly routes?: readonly Implementation[];
}

/**
 * Says what a module brings to the server; `modules.ts` lists it.
 *
 * @example export const offices = defineModule({ name: 'offices', routes, exports: [officeExport.kind] });
 */
export function defineModule(module: Module): Module {
  return module;
}

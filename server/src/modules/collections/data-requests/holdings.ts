import type { Holding } from './holding.ts';
import { CONTACT_HOLDINGS } from './holdings-contact.ts';
import { LENDING_HOLDINGS } from './holdings-lending.ts';
import { RECORD_HOLDINGS } from './holdings-record.ts';

/**
 * Every table that holds a person's name, number, ID or words about them. A table that is not here must hold none:
 * a test looks for an erased person in the whole database.
 */
export const HOLDINGS: readonly Holding[] = [...LENDING_HOLDINGS, ...CONTACT_HOLDINGS, ...RECORD_HOLDINGS];

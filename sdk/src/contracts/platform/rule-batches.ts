import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, reason } from '../list.ts';
import { ruleId } from './rule-family.ts';

/** Rules of a family that a batch takes at once. */
export const manyRules = z.array(ruleId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1_000));
const targets = z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(50));

interface FamilyOf {
  readonly name: string;
  readonly path: string;
  readonly codes: { readonly save: string; readonly state: string };
}

/** Many rules of a family disabled at once, or submitted again. */
export const stateManyOf = ({ name, path, codes }: FamilyOf) =>
  defineEndpoint({
    name: `${name}.stateMany`,
    method: 'POST',
    path: `${path}/state/batch`,
    access: { code: [codes.state] },
    kind: 'command',
    preview: true,
    summary: 'Disables selected rules, or submits their last versions again for approval, by a job',
    request: z.strictObject({ ruleIds: manyRules, isEnabled: z.boolean(), reason }),
    reply: exportReply,
  });

export type StateMany = ReturnType<typeof stateManyOf>;

const copyForm = { ruleIds: manyRules, effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'), reason };
const ofCopies = ({ name, path, codes }: FamilyOf) =>
  ({
    name: `${name}.copyMany`,
    method: 'POST',
    path: `${path}/copy/batch`,
    access: { code: [codes.save] },
    kind: 'command',
    preview: true,
  }) as const;

/** Rules of a family as new rules of other merchants. */
export const copyToMerchantsOf = (family: FamilyOf) =>
  defineEndpoint({
    ...ofCopies(family),
    summary: 'Submits selected rules as new rules of other merchants, by a job. REFERENCE_UNKNOWN',
    request: z.strictObject({ ...copyForm, merchantNos: targets }),
    reply: exportReply,
  });

/** Rules of a family as new rules of other products of their merchant. */
export const copyToProductsOf = (family: FamilyOf) =>
  defineEndpoint({
    ...ofCopies(family),
    summary: 'Submits selected rules as new rules of other products of their merchants, by a job',
    request: z.strictObject({ ...copyForm, productNos: targets }),
    reply: exportReply,
  });

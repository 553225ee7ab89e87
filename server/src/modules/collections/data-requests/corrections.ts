import { dataRequest } from '@kituo/sdk/contracts';
import type { Customer } from '../../parties/customers/index.ts';
import { maskIdCard, maskName, maskPhone, maskText } from '../../platform/masking/index.ts';

export const { corrections } = dataRequest;
type Wanted = dataRequest.Corrections;

/** One field as it is and as it should be. */
export interface Correction {
  readonly field: keyof Wanted;
  readonly before: string | null;
  readonly after: string;
}

const FIELDS = ['customerName', 'phone', 'idCardNo', 'birthDate', 'county', 'employer'] as const;

/** What a correction changes of a customer; what is the same already is left out. */
export function differences(customer: Pick<Customer, (typeof FIELDS)[number]>, wanted: Wanted): Correction[] {
  return FIELDS.flatMap((field) => {
    const before = customer[field];
    const after = wanted[field];
    return after === undefined || after === before ? [] : [{ field, before, after }];
  });
}

/** As a request for approval and the drawer show it: numbers masked for everybody. */
export function masked(field: keyof Wanted, value: string): string;
export function masked(field: keyof Wanted, value: string | null): string | null;
export function masked(field: keyof Wanted, value: string | null): string | null {
  if (value === null || value === '') return value;
  switch (field) {
    case 'phone':
      return maskPhone(value);
    case 'customerName':
      return maskName(value);
    case 'idCardNo':
      return maskIdCard(value);
    case 'birthDate':
    case 'employer':
      return maskText(value);
    case 'county':
      return value;
  }
}

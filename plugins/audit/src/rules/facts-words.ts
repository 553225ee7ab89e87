import { useText } from '@kituo/sdk';
import { useOptions } from '@kituo/sdk/page';
import type { OptionSource } from '@kituo/sdk/page';
import { answerOptions, correctableOptions, evidenceOptions } from './rules-fields.ts';

/** Fields whose codes are words of this section. */
const OWN: Readonly<Record<string, string>> = {
  sources: 'RE_REVIEW_SOURCE',
  targetStatus: 'RE_REVIEW_TARGET',
  compulsory: 'FACE_COMPULSORY',
};
const UNITS: Readonly<Record<string, string>> = {
  leaseMinutes: 'config.minutes',
  amberAfterMinutes: 'config.minutes',
  redAfterMinutes: 'config.minutes',
  returnDays: 'config.days',
  coolOffDays: 'config.days',
  minDays: 'config.days',
  maxDays: 'config.days',
};

export interface FactsWords {
  nameOf(field: string): string;
  shown(field: string, value: unknown): string;
}

/** A version's fields and values as people say them. */
export function useFactsWords(): FactsWords {
  const t = useText();
  const dictionaries: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    evidenceTab: useLabels(evidenceOptions),
    answers: useLabels(answerOptions),
    correctableItems: useLabels(correctableOptions),
  };
  const shown = (field: string, value: unknown): string => {
    const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
    if (Array.isArray(value)) {
      if (value.length === 0 && name === 'refuseCodes') return t('reReview.allCodes');
      return value.map((one) => shown(name, one)).join(', ') || '-';
    }
    if (value === null || value === undefined || value === '') return '-';
    if (name === 'required') return t(value === true ? 'config.required' : 'config.optional');
    if (typeof value === 'boolean') return t(value ? 'config.yes' : 'config.no');
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([part, one]) => shown(part, one))
        .join(' · ');
    }
    const unit = UNITS[name];
    if (unit !== undefined) return `${String(value)} ${t(unit)}`;
    const own = OWN[name];
    if (own !== undefined) return t(`${own}.${String(value)}`);
    return dictionaries[name]?.get(String(value)) ?? String(value);
  };
  return {
    // `3.answers` is "Step 4: answers"; plain fields have names of their own.
    nameOf: (field) => {
      const [place, ...rest] = field.split('.');
      if (place === undefined || !/^\d+$/.test(place)) return t(`config.value.${field}`);
      const step = t('config.step', { place: Number(place) + 1 });
      return rest.length === 0 ? step : `${step}: ${t(`config.value.${rest.join('.')}`)}`;
    },
    shown,
  };
}

function useLabels(source: OptionSource): ReadonlyMap<string, string> {
  return new Map(useOptions(source).options.map(({ value, label }) => [value, label]));
}

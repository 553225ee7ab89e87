import { call, useText } from '@kituo/sdk';
import { dictionaryOptions, fieldsOf, useFormValues } from '@kituo/sdk/page';
import type { AudienceOf } from './audience-fields.tsx';
import { WILLINGNESS } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

/** What follows a call about an offer, in the forms of both sections. */
export interface FollowUpValues extends Record<string, unknown> {
  readonly concurrency: number | null;
  readonly followUpTemplateNo: string | null;
  readonly followUpLabels: readonly string[];
  readonly handsOver: boolean;
  readonly scene: string | null;
  readonly transferGroup: string | null;
}
const scenes = dictionaryOptions('MARKETING_SCENE');
const { MultiSelect, Number: Whole, Select, Switch } = fieldsOf<FollowUpValues>();

export const noFollowUp = {
  concurrency: 20,
  followUpTemplateNo: null,
  followUpLabels: [],
  handsOver: true,
  scene: null,
  transferGroup: null,
};

type Offers = Exclude<AudienceOf, { readonly kind: 'CASES' }>;

/**
 * What the offer is about, how many calls at once, the text that follows by what was heard, and whether people call the
 * willing: of which group at once.
 */
export function FollowUpFields({ of }: { readonly of: Offers }) {
  const t = useText(ROBOTS_TEXTS);
  const { merchantNo, followUpTemplateNo, handsOver } = useFormValues();
  const { texts } = of;
  return (
    <>
      {of.kind === 'GROUP' && <Select name="scene" isOptional options={scenes} />}
      <Whole name="concurrency" />
      {typeof merchantNo === 'string' && (
        <Select
          key={merchantNo}
          name="followUpTemplateNo"
          isOptional
          options={{
            kind: 'remote',
            name: `${texts.name}:${merchantNo}`,
            load: async (signal) => await call(texts, { merchantNo }, { signal, showLoading: false, quiet: true }),
          }}
        />
      )}
      {typeof followUpTemplateNo === 'string' && (
        <MultiSelect name="followUpLabels" source={{ kind: 'dictionary', dictionary: WILLINGNESS }} />
      )}
      <Switch name="handsOver" />
      {of.kind === 'LIST' && handsOver === true && typeof merchantNo === 'string' && (
        <Select
          key={`${merchantNo} group`}
          name="transferGroup"
          isOptional
          hint={t('robots.transferHint')}
          options={{
            kind: 'remote',
            name: `${of.groups.name}:${merchantNo}`,
            load: async (signal) =>
              (await call(of.groups, { merchantNo }, { signal, showLoading: false, quiet: true })).map(
                ({ groupName, onShift }) => ({
                  value: groupName,
                  label: t('robots.groupOnShift', { group: groupName, count: onShift }),
                }),
              ),
          }}
        />
      )}
    </>
  );
}

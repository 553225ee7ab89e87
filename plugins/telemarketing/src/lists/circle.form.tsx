import { UserGroupCheck } from '@kituo/sdk/groups';
import type { callList, RequestOf } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer } from '@kituo/sdk/page';
import { listTypes, targets } from './list-fields.ts';

export interface CircleValues extends Record<string, unknown> {
  readonly userGroupNo: string;
  readonly listType: string | null;
  readonly marketingTarget: string | null;
  readonly recommendedProductNo: string | null;
  readonly recommendedAmountCents: number | null;
}
const { Money, Select, Text } = fieldsOf<CircleValues>();

const nothing = (): CircleValues => ({
  userGroupNo: '',
  listType: null,
  marketingTarget: null,
  recommendedProductNo: '',
  recommendedAmountCents: null,
});

export const circleOf = (values: CircleValues, checkToken: string): RequestOf<typeof callList.circleImport> => ({
  userGroupNo: values.userGroupNo.trim(),
  checkToken,
  listType: values.listType ?? '',
  marketingTarget: values.marketingTarget ?? '',
  recommendedProductNo: values.recommendedProductNo?.trim() || null,
  recommendedAmountCents: values.recommendedAmountCents,
});

/** A user group, checked first, and what its people are listed as. */
export function CircleForm(props: {
  readonly action: Action<null, CircleValues>;
  readonly onChecked: (checkToken: string) => void;
}) {
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Text name="userGroupNo" maxLength={20} />
      <UserGroupCheck onChecked={props.onChecked} />
      <Select name="listType" options={listTypes} />
      <Select name="marketingTarget" options={targets} />
      <Text name="recommendedProductNo" isOptional maxLength={64} />
      <Money name="recommendedAmountCents" isOptional />
    </FormDrawer>
  );
}

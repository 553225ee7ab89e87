import { useText } from '@kituo/sdk';
import { fieldsOf } from '@kituo/sdk/page';
import { RECOMMEND_ROTATION, RECOMMEND_SCENE } from '../parts/codes.ts';
import { ProductOrder } from './product-order.tsx';
import { productOptions } from './product-options.ts';

type Field =
  | 'ruleName'
  | 'scene'
  | 'marketProductNos'
  | 'maxShown'
  | 'rotation'
  | 'sort'
  | 'modelLevels'
  | 'vipLevelNos'
  | 'refuseCodes'
  | 'startAt'
  | 'endAt';
const { Moment, MultiSelect, Number: Count, Segmented, Select, Text } = fieldsOf<Record<Field, unknown>>();

/** A slot: where, to whom, what and in which order. */
export function RecommendFields() {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="scene" options={RECOMMEND_SCENE} />
      <MultiSelect name="marketProductNos" source={productOptions} hint={t('recommend.orderHint')} />
      <ProductOrder />
      <div className="kp-pair">
        <Count name="maxShown" />
        <Count name="sort" hint={t('recommend.sortHint')} />
      </div>
      <Segmented name="rotation" options={RECOMMEND_ROTATION} />
      <Text name="modelLevels" isOptional maxLength={200} hint={t('recommend.audienceHint')} />
      <Text name="vipLevelNos" isOptional maxLength={100} hint={t('recommend.audienceHint')} />
      <Text name="refuseCodes" isOptional maxLength={400} hint={t('recommend.audienceHint')} />
      <div className="kp-pair">
        <Moment name="startAt" isOptional />
        <Moment name="endAt" isOptional />
      </div>
    </>
  );
}

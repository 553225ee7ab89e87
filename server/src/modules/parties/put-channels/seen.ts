import { type RawBuilder, sql } from 'kysely';

/**
 * What a person sees of traffic, of their merchants: traffic staff that of the merchants in their record, and what came
 * by the channels they own; others all. What is independent of a row is read once.
 */
export const trafficSeenBy = (
  userNo: string,
  of: { readonly merchantNo: RawBuilder<string | null>; readonly channelCode: RawBuilder<string | null> },
): RawBuilder<boolean> => sql<boolean>`(NOT EXISTS (
    SELECT FROM personnel_merchant pm WHERE pm.personnel_kind = 'TRAFFIC' AND pm.user_no = ${userNo})
  OR ${of.merchantNo} = ANY(ARRAY(SELECT pm.merchant_no FROM personnel_merchant pm
    WHERE pm.personnel_kind = 'TRAFFIC' AND pm.user_no = ${userNo}))
  OR ${of.channelCode} = ANY(ARRAY(SELECT c.channel_code FROM channel_now c WHERE c.owner_user_no = ${userNo})))`;

import { useText } from '@kituo/sdk';
import { type personnel, trafficPersonnel } from '@kituo/sdk/contracts';
import { containing, defineColumns, defineFilters, flag, money, PersonnelScreen, several } from '@kituo/sdk/page';
import { MonthFunnel } from '../channels/month-funnel.tsx';
import { useTrafficChannels } from '../channels/traffic-channels.tsx';

const columns = defineColumns<personnel.PersonnelRow>([
  several('channels', (row) => row.channels, { width: 180 }),
  money('spendThisMonthCents', { width: 140 }),
  money('costPerDisbursedCents', { width: 170 }),
  flag('isExternal', { width: 100 }),
]);
const monthOf = (userNo: string) => <MonthFunnel userNo={userNo} />;
const filters = defineFilters({ channelCode: containing({ example: 'GOOGLE_ADS' }) });

/** Who owns which channels and merchants, and what they spend. */
export function TrafficPersonnelPage() {
  const t = useText();
  return (
    <PersonnelScreen
      endpoints={trafficPersonnel.endpoints}
      jobs="trafficStaffs"
      title={t('personnel.title')}
      moreColumns={columns}
      moreFilters={filters}
      moreFacts={monthOf}
      useMore={useTrafficChannels}
    />
  );
}

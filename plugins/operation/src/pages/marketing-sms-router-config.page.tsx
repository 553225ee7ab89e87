import { MarketingRouteList } from '../sms/marketing-routes.list.tsx';

/** Routes, caps and hours of marketing texts, apart from those of codes. */
export function MarketingSmsRouterConfigPage() {
  return <MarketingRouteList />;
}

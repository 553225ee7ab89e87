import { Link, useText } from '@kituo/sdk';
import type { orgMerchant, ReplyOf } from '@kituo/sdk/contracts';

type Info = ReplyOf<typeof orgMerchant.info>;

const RISK = '/AdminContent/RiskControlSystem/';

/** What decides a merchant's applications, each linked to the page that changes it. */
export function MerchantRisk({ row, risk }: Pick<Info, 'row' | 'risk'>) {
  const t = useText();
  const { merchantNo, takesDefaultRules } = row;
  const without = t(takesDefaultRules ? 'merchant.byDefault' : 'merchant.byPerson');
  const facts = [
    ['RuleSet', t('merchant.ruleSets', { names: risk.ruleSets.join(', ') || without })],
    ['RiskControlModel', t('merchant.models', { names: risk.models.join(', ') || t('merchant.noModels') })],
    [
      'RiskPricingConfiguration',
      risk.pricesVersionNo === null ? t('merchant.ownTerms') : t('merchant.prices', { no: risk.pricesVersionNo }),
    ],
  ];
  return (
    <ul className="kp-facts">
      {facts.map(([page = '', text]) => (
        <li key={page}>
          <Link to={`${RISK}${page}?merchantNo=${merchantNo}`}>{text}</Link>
        </li>
      ))}
    </ul>
  );
}

type Tree = Info['tree'];

/** Organisations with their merchants, from `parent` down. */
export function OrganizationTree({ tree, parent = null }: { readonly tree: Tree; readonly parent?: string | null }) {
  const t = useText();
  const below = tree.filter(({ parentOrgNo }) => parentOrgNo === parent);
  if (below.length === 0) return null;
  return (
    <ul className="kp-facts">
      {below.map(({ orgNo, orgName, merchants }) => (
        <li key={orgNo}>
          {orgName}
          <ul>
            {merchants.map(({ merchantNo, merchantName, companyName, isEnabled }) => (
              <li key={merchantNo}>
                {companyName} · {merchantName} · {merchantNo} ·{' '}
                {t(isEnabled ? 'PRODUCT_STATUS.ENABLED' : 'PRODUCT_STATUS.DISABLED')}
              </li>
            ))}
          </ul>
          <OrganizationTree tree={tree} parent={orgNo} />
        </li>
      ))}
    </ul>
  );
}

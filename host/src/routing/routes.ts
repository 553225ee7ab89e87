/** Paths the shell itself knows. Everything else comes from the session's registry. */
export const LOGIN_PATH = '/Login';
export const SHELL_PATH = '/AdminContent';
export const HOME_PATH = '/AdminContent/Home';

/** Section containers: they hold pages and show nothing themselves, so they lead to Home. */
export const SECTION_CONTAINERS = [
  'AuditSystem',
  'AfterLoanSystem',
  'CollectionSystem',
  'CollectionSystemNew',
  'UserSystem',
  'ReportSystem',
  'LoanSupermarketSystem',
  'RiskControlSystem',
  'OperationSystem',
  'MerchantSystem',
  'OrderDetailAudit',
  'TelemarketingSystem',
  'MarketingManagement',
  'QualitySystem',
  'ScheduleManage',
  'ChargeToAnAccountSystem',
  'CustomerServiceSystem',
  'AppraisalSystem',
] as const;

/** Pages every signed-in person may open, whatever their role, lower-cased. */
export const ALWAYS_ALLOWED: ReadonlySet<string> = new Set([
  '/admincontent/home',
  '/admincontent/warningnotify',
  '/admincontent/orderdetailaudit/orderdetail',
  '/admincontent/orderdetailaudit/orderaudit',
]);

/** The form in which paths are compared: lower-cased, without a trailing slash. */
export function pathKey(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return trimmed.toLowerCase();
}

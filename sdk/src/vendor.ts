/**
 * What plugins use of the libraries under the SDK. The list is short on purpose: everything here is
 * part of the first screen's download. What no first screen draws is in later.ts; parts that only lists
 * and forms need are in `@kituo/sdk/page`; whole libraries can be imported by their own names and are then
 * loaded with the page.
 */
export { Button, Dialog, DialogBody, DialogFooter, OverlaysProvider } from '@blueprintjs/core';
export { keepPreviousData, QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
export {
  createSearchParams,
  generatePath,
  Link,
  matchPath,
  Router,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';

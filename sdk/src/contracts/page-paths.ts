/** Pages whose permission opens endpoints of several families. */
export const USER_MANAGEMENT_PAGE = '/AdminContent/UserSystem/UserManagement';

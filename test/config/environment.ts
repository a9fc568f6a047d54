/** The minimal daemon configuration. */
export const least = {
  PARTNER_BASE_URL: 'https://partner.example/',
  PARTNER_TOKEN: 'partner-secret',
  CMS_API_ROOT: 'https://cms.example/wp-json',
  CMS_USER: 'editor',
  CMS_PASSWORD: 'cms-secret',
  CATALOG: 'catalog.csv',
}

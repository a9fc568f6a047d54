import { installPackages } from '../../helpers/browser/debian-packages.ts'

const packages = [
  'wordpress',
  'wordpress-theme-twentytwentyone',
  'wordpress-theme-twentytwentythree',
  'php-cli',
  'php-mysql',
  'php-gd',
  'php-xml',
  'php-mbstring',
  'php-curl',
  'php-zip',
  'mariadb-server',
]

/** Makes sure that WordPress, PHP and MariaDB are on this machine; installs Debian's packages where they are not. */
export async function installEngine(): Promise<void> {
  await installPackages('A real WordPress', packages)
}

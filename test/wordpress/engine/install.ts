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

/** Installs Debian's packages of WordPress, PHP and MariaDB if they are missing. */
export async function installEngine(): Promise<void> {
  await installPackages('A real WordPress', packages)
}

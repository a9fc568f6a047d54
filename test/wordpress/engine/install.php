<?php
// Installs WordPress into its empty database. Usage: php install.php SITE_FOLDER USER LOGIN_PASSWORD.
// Prints the user's new application password.
define( 'WP_INSTALLING', true );
list( , $site, $user, $login_password ) = $argv;
require "$site/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';

// Told that permalinks are set, wp_install() does not probe for them with requests to itself.
$permalinks = function () {
	return '/%postname%/';
};
add_filter( 'pre_option_permalink_structure', $permalinks );
$installed = wp_install( 'Engine', $user, 'admin@example.com', true, '', $login_password );
remove_filter( 'pre_option_permalink_structure', $permalinks );

$GLOBALS['wp_rewrite']->set_permalink_structure( $permalinks() );
// The rules are made at the next request, when every type has been registered.
delete_option( 'rewrite_rules' );

$created = WP_Application_Passwords::create_new_application_password( $installed['user_id'], array( 'name' => 'tests' ) );
if ( is_wp_error( $created ) ) {
	fwrite( STDERR, $created->get_error_message() );
	exit( 1 );
}
echo $created[0];

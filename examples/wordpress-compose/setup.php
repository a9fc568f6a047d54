<?php
// The first-start steps of this example: WordPress, its permalinks, the mirror's user and its application password.
// A step that was done before is skipped, so that `docker compose up` may be repeated.
define( 'WP_INSTALLING', true );
require ( getenv( 'WORDPRESS_FOLDER' ) ?: '/var/www/html' ) . '/wp-load.php';

// Replaces the function that mails the address of a new site: there is no mail server here.
function wp_new_blog_notification() {}
require ABSPATH . 'wp-admin/includes/upgrade.php';

$password_name   = 'product-mirror';
$credential_file = getenv( 'CREDENTIAL_FILE' );

if ( ! is_blog_installed() ) {
	// With permalinks set, wp_install() does not test them with a request to the site itself.
	$permalinks = fn() => '/%postname%/';
	add_filter( 'pre_option_permalink_structure', $permalinks );
	wp_install( 'Product catalogue', 'admin', 'admin@example.com', false, '', getenv( 'ADMIN_PASSWORD' ) );
	remove_filter( 'pre_option_permalink_structure', $permalinks );
	$GLOBALS['wp_rewrite']->set_permalink_structure( $permalinks() );
	// WordPress builds the rules at the next request, when all post types are registered.
	delete_option( 'rewrite_rules' );
	echo "WordPress is installed.\n";
}

// An editor may write pages, upload files and use unfiltered HTML; the mirror needs no more.
$user_id = username_exists( 'mirror' ) ?: wp_insert_user(
	array(
		'user_login' => 'mirror',
		'user_email' => 'mirror@example.com',
		'user_pass'  => wp_generate_password( 32 ),
		'role'       => 'editor',
	)
);
assert_done( $user_id );

// WordPress keeps a hash of the password only: where the file is lost, a new one is created.
$known = WP_Application_Passwords::application_name_exists_for_user( $user_id, $password_name );
if ( ! $known || ! is_file( $credential_file ) ) {
	foreach ( WP_Application_Passwords::get_user_application_passwords( $user_id ) as $old ) {
		WP_Application_Passwords::delete_application_password( $user_id, $old['uuid'] );
	}
	$created = WP_Application_Passwords::create_new_application_password( $user_id, array( 'name' => $password_name ) );
	assert_done( $created );
	if ( false === file_put_contents( $credential_file, $created[0] ) ) {
		exit( 1 );
	}
	echo "The application password of the user mirror is in $credential_file.\n";
}
echo "WordPress is ready.\n";

/** Ends the script with WordPress's own message where a step failed. */
function assert_done( $result ) {
	if ( is_wp_error( $result ) ) {
		fwrite( STDERR, $result->get_error_message() . "\n" );
		exit( 1 );
	}
}

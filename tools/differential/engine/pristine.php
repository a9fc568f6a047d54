<?php
// Turns a fresh WordPress into the bundled server's initial state. Usage: php pristine.php SITE_FOLDER < USERS,
// where USERS is a JSON list of { id, login, role, password }, an application password each.
list( , $site ) = $argv;
$users = json_decode( stream_get_contents( STDIN ), true );
require "$site/wp-load.php";

global $wpdb;
$local = '2024-01-15 09:00:00';
$gmt   = '2024-01-15 08:00:00';

update_option( 'blogname', 'Reference site' );
update_option( 'blogdescription', '' );
update_option( 'timezone_string', 'Europe/Vienna' );
// Only administrators could edit that page.
update_option( 'wp_page_for_privacy_policy', 0 );

foreach ( $users as $user ) {
	list( 'id' => $id, 'login' => $login, 'role' => $role, 'password' => $password ) = $user;
	if ( ! get_userdata( $id ) ) {
		$made = wp_insert_user( array( 'user_login' => $login, 'user_pass' => wp_generate_password(), 'role' => $role ) );
		if ( $made !== $id ) {
			fwrite( STDERR, "user $login got the id " . wp_json_encode( $made ) );
			exit( 1 );
		}
	}
	$facts = array( 'user_email' => "$login@example.org", 'user_url' => '', 'user_registered' => $gmt );
	$wpdb->update( $wpdb->users, $facts, array( 'ID' => $id ) );
	$secret = array(
		'uuid'      => wp_generate_uuid4(),
		'app_id'    => '',
		'name'      => 'comparison',
		'password'  => wp_hash_password( $password ),
		'created'   => time(),
		'last_used' => time(),
		'last_ip'   => '127.0.0.1',
	);
	update_user_meta( $id, WP_Application_Passwords::USERMETA_KEY_APPLICATION_PASSWORDS, array( $secret ) );
}
update_network_option( get_main_network_id(), WP_Application_Passwords::OPTION_KEY_IN_USE, true );

$rows = array(
	array( 1, 'First post', 'Hello world!', 'p' ),
	array( 2, 'Sample page', 'Sample Page', 'page_id' ),
	array( 3, 'Draft page', 'Privacy Policy', 'page_id' ),
);
foreach ( $rows as list( $id, $name, $title, $key ) ) {
	$facts = array(
		'post_date'         => $local,
		'post_date_gmt'     => $gmt,
		'post_modified'     => $local,
		'post_modified_gmt' => $gmt,
		'post_title'        => $title,
		'post_content'      => "<p>$name of the reference site.</p>",
		'post_excerpt'      => '',
		'guid'              => home_url( "/?$key=$id" ),
	);
	$wpdb->update( $wpdb->posts, $facts, array( 'ID' => $id ) );
}
$wpdb->update( $wpdb->posts, array( 'ping_status' => 'open' ), array( 'post_type' => 'page' ) );
$wpdb->query( "DELETE FROM $wpdb->postmeta" );
$wpdb->query( "DELETE FROM $wpdb->posts WHERE ID > 3" );

$comment = array(
	'comment_author'       => 'First Commenter',
	'comment_author_email' => 'commenter@example.org',
	'comment_author_url'   => 'https://example.org/',
	'comment_date'         => $local,
	'comment_date_gmt'     => $gmt,
	'comment_content'      => 'First comment of the reference site.',
	'comment_type'         => 'comment',
);
$wpdb->update( $wpdb->comments, $comment, array( 'comment_ID' => 1 ) );

$terms = array(
	array( 11, 'category', 'News', 'news', 0 ),
	array( 12, 'category', 'Local news', 'local-news', 11 ),
	array( 13, 'post_tag', 'Alpha', 'alpha', 0 ),
	array( 14, 'post_tag', 'Beta', 'beta', 0 ),
	array( 15, 'nav_menu', 'Main menu', 'main-menu', 0 ),
	array( 16, 'nav_menu', 'Footer menu', 'footer-menu', 0 ),
);
$wpdb->query( "DELETE FROM $wpdb->terms WHERE term_id > 1" );
$wpdb->query( "DELETE FROM $wpdb->term_taxonomy WHERE term_id > 1" );
foreach ( $terms as list( $id, $taxonomy, $name, $slug, $parent ) ) {
	$wpdb->insert( $wpdb->terms, array( 'term_id' => $id, 'name' => $name, 'slug' => $slug ) );
	$place = array( 'term_taxonomy_id' => $id, 'term_id' => $id, 'taxonomy' => $taxonomy, 'parent' => $parent );
	$wpdb->insert( $wpdb->term_taxonomy, $place + array( 'description' => '' ) );
}
clean_taxonomy_cache( 'category' );
wp_cache_flush();

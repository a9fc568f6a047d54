<?php
// The settings of one engine; what differs between engines stands in engine.json beside the site's folder.
$engine = json_decode( file_get_contents( dirname( __DIR__ ) . '/engine.json' ), true );

define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:' . $engine['socket'] );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', $engine['siteUrl'] );
define( 'WP_SITEURL', $engine['siteUrl'] );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( "{$name}_KEY", "$name-key-" . $engine['secret'] );
	define( "{$name}_SALT", "$name-salt-" . $engine['secret'] );
}

// "local" is what allows application passwords over plain http.
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_DEBUG', false );

// Defined before WordPress would define its own: no mail ever leaves.
function wp_mail() {
	return true;
}

$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';

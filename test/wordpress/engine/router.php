<?php
// Routes a request of PHP's built-in server: files and admin pages as they are, everything else to WordPress.
$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ?: '/' );
$file = realpath( $root . $path );
$inside = false !== $file && str_starts_with( $file . '/', "$root/" );

if ( $inside && is_dir( $file ) && ! str_ends_with( $path, '/' ) ) {
	header( "Location: $path/", true, 301 );
	return true;
}
if ( $inside && ( is_file( $file ) || is_file( "$file/index.php" ) ) ) {
	return false;
}

$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = "$root/index.php";
unset( $_SERVER['PATH_INFO'] );
if ( str_starts_with( $path, '/index.php/' ) ) {
	$_SERVER['PHP_SELF'] = $path;
	$_SERVER['PATH_INFO'] = substr( $path, strlen( '/index.php' ) );
}
chdir( $root );
require "$root/index.php";

<?php
// insert-posts.php SITE FILE: inserts the pages of a JSON file in one process and prints the seconds that this took.
[, $site, $file] = $argv;
$_SERVER['HTTP_HOST'] = 'localhost';
require "$site/wp-load.php";
wp_set_current_user(1);
$pages = json_decode(file_get_contents($file), true);
$started = microtime(true);
foreach ($pages as $page) {
    $id = wp_insert_post(wp_slash([
        'post_type' => 'page',
        'post_status' => 'publish',
        'post_title' => $page['title'],
        'post_content' => $page['content'],
        'post_excerpt' => $page['excerpt'] ?? '',
        'post_name' => $page['slug'],
    ]), true);
    if (is_wp_error($id)) {
        fwrite(STDERR, $id->get_error_message() . "\n");
        exit(1);
    }
}
echo microtime(true) - $started;

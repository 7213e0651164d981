# what doc/ adds to the build
dist_man_MANS += %D%/mitosis.1 %D%/mitosis-settings.5 \
	%D%/mitosis-policy.5 %D%/mitosis.h.3
EXTRA_DIST += quickstart tools/ci.sh tools/valgrind.supp .ci/run
EXTRA_DIST += README.md NEWS.md %D%/design.md %D%/glossary.md \
	%D%/hosts.md %D%/malleable.md \
	%D%/moving.md %D%/names.md %D%/profile-format.md %D%/trace-format.md \
	%D%/wire-format.md %D%/page.png %D%/talk.png %D%/top.svg \
	%D%/pictures %D%/readme_sample.lua %D%/terminal_svg.lua

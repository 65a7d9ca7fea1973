# Each line is one command; without make, type it as it stands. ARGS are passed on: make test ARGS="-k spinner"
.PHONY: play test check bench
play:
	python3 tools/run.py play $(ARGS)
test:
	python3 tools/run.py test $(ARGS)
check:
	python3 tools/run.py check
bench:
	python3 tools/run.py bench $(ARGS)

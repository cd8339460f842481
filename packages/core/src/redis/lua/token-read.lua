-- placeholder
return 1
